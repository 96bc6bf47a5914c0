"""What all pages share: visitors, frames, ETags, idempotent forms, refusals."""
