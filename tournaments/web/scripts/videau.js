// What the pages do beyond HTML and htmx. Every page works without it.
import "./freshness.js";
import "./stream.js";
import "./renewal.js";
import "./sight.js";
import "./hall.js";
import "./ceremony.js";
import "./clocks.js";
import "./taps.js";
import "./keys.js";
import "./ahead.js";
import "./register.js";
import "./copying.js";
import "./frame.js";
import "./board.js";
import "./outbox.js";
import "./sheet.js";
