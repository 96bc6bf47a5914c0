import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, htmx: "readonly" } },
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "max-len": ["error", { code: 130 }],
      "no-restricted-properties": ["error", { property: "outerHTML" }],
      "no-restricted-globals": ["error", "eval"],
    },
  },
];
