// In a frame of another site the page says how high it is, for a site that wants to follow.
if (parent !== window && document.documentElement.matches("[data-frame]")) {
  document.addEventListener("DOMContentLoaded", () => {
    const height = () => Math.ceil(document.body.getBoundingClientRect().height);
    const say = () => parent.postMessage({ videau: "height", height: height() }, "*");
    new ResizeObserver(say).observe(document.body);
  });
}
