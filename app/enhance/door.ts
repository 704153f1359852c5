import { cacheStylesheet } from "./css-cache";
import { markBusy } from "./pending";
import { revise, watchErrors, watchPasswords } from "./watch";

// All that the pages before sign-in run: their forms post as forms do.
watchErrors();
watchPasswords();
cacheStylesheet();
revise();
if (document.querySelector("[data-print]")) void import("./list").then((list) => list.start(document));
// Whoever sees the sign-in is signed out; the other tabs hear it. And a sign-in there leads on here, too,
// unless a name is being typed.
const field = document.querySelector<HTMLInputElement>("[name=username]");
if (field && location.pathname === "/login") delete localStorage.who;
addEventListener(
  "storage",
  ({ key, newValue }) => key === "who" && newValue && !field?.value && location.reload(),
);
addEventListener("submit", (event) => {
  // Without a network the browser's own error page would take the place of what was typed.
  if (!(document.getElementById("offline")!.hidden = navigator.onLine)) event.preventDefault();
  else if (event.submitter) markBusy(event.submitter as HTMLButtonElement);
});
