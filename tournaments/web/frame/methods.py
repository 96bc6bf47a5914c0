"""The HTTP methods of views that show a page and take its form at the same address."""

from django.views.decorators.http import require_http_methods

require_page_or_form = require_http_methods(["GET", "HEAD", "POST"])
