import { cacheStylesheet } from "./css-cache";
import { hold } from "./pending";
import { revise, watchErrors, watchPasswords } from "./watch";

// All that the pages before sign-in run: their forms post as forms do.
watchErrors();
watchPasswords();
cacheStylesheet();
revise();
addEventListener("submit", ({ submitter }) => {
  if (submitter) hold(submitter as HTMLButtonElement);
});
