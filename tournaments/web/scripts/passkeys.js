// A form with a passkey: the browser makes or uses it, and the form carries the answer. Without passkeys it stays hidden.
import { part, targetOf } from "./dom.js";

// A passkey belongs to a name, and never to the number of a host.
const hasPasskeys =
  "PublicKeyCredential" in window &&
  "parseRequestOptionsFromJSON" in PublicKeyCredential &&
  !/^[\d.]+$|:/.test(location.hostname);

/** @type {(form: HTMLFormElement, button: HTMLButtonElement) => Promise<any>} */
const optionsOf = async (form, button) => {
  if (button.dataset.options !== undefined) {
    return JSON.parse(button.dataset.options).publicKey;
  }
  const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
  return (await answer.json()).request_options.publicKey;
};

/** @type {(form: HTMLFormElement, button: HTMLButtonElement) => Promise<Credential | null>} */
const credentialOf = async (form, button) => {
  const options = await optionsOf(form, button);
  if (button.dataset.passkey !== "create") {
    return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
  }
  // One that the device lists can sign in without a password.
  options.authenticatorSelection = { ...options.authenticatorSelection, residentKey: "preferred", requireResidentKey: false };
  return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });
};

/** @type {(form: HTMLFormElement, button: HTMLButtonElement) => Promise<void>} */
const send = async (form, button) => {
  const failure = part(form, "[data-passkey-failed]");
  failure.hidden = true;
  button.disabled = true;
  try {
    const credential = await credentialOf(form, button);
    /** @type {HTMLInputElement} */ (part(form, "[name=credential]")).value = JSON.stringify(credential);
    form.submit();
  } catch {
    failure.hidden = false;
    button.disabled = false;
  }
};

document.addEventListener("click", (event) => {
  const button = targetOf(event).closest("[data-passkey]");
  if (button instanceof HTMLButtonElement && button.form !== null) {
    event.preventDefault();
    void send(button.form, button);
  }
});

if (hasPasskeys) {
  for (const element of document.querySelectorAll("[data-passkeys]")) {
    /** @type {HTMLElement} */ (element).hidden = false;
  }
  for (const element of document.querySelectorAll("[data-no-passkeys]")) {
    /** @type {HTMLElement} */ (element).hidden = true;
  }
}
