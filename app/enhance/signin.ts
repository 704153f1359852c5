import { cacheStylesheet } from "./css-cache";
import { markBusy } from "./pending";
import { revise, watchErrors, watchPasswords } from "./watch";

// The whole script of the pages before sign-in.
watchErrors();
watchPasswords();
cacheStylesheet();
revise();
if (document.querySelector("[data-print]")) void import("./list").then((list) => list.start(document));
// Signed out here: other tabs hear it, and a sign-in there reloads this page unless a name is typed.
const field = document.querySelector<HTMLInputElement>("[name=username]");
if (field && location.pathname === "/login") delete localStorage.who;
addEventListener(
  "storage",
  ({ key, newValue }) => key === "who" && newValue && !field?.value && location.reload(),
);
addEventListener("submit", (event) => {
  // Offline, the browser's own error page would replace what was typed.
  if (!(document.getElementById("offline")!.hidden = navigator.onLine)) event.preventDefault();
  else if (event.submitter) markBusy(event.submitter as HTMLButtonElement);
});
