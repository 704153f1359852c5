import { cacheStylesheet } from "./css-cache";
import { hold } from "./pending";
import { revise, watchErrors, watchPasswords } from "./watch";

// All that the pages before sign-in run: their forms post as forms do.
watchErrors();
watchPasswords();
cacheStylesheet();
revise();
addEventListener("submit", (event) => {
  // Without a network the browser's own error page would take the place of what was typed.
  if (!(document.getElementById("offline")!.hidden = navigator.onLine)) event.preventDefault();
  else if (event.submitter) hold(event.submitter as HTMLButtonElement);
});
