import { cacheStylesheet } from "./css-cache";
import { hold } from "./pending";
import { watchErrors, watchPasswords } from "./watch";

// All that the pages before sign-in run: their forms post as forms do.
watchErrors();
watchPasswords();
cacheStylesheet();
addEventListener("submit", ({ submitter }) => {
  if (submitter) hold(submitter as HTMLButtonElement);
});
