import { start } from "~/enhance/start";

start();
// 拡大して調べる: nothing of it is fetched before it is pressed; where it can't be, the link leads to the table.
addEventListener("click", (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>("[data-zoom]");
  if (!link) return;
  event.preventDefault();
  import("./chart").then(
    ({ open }) => open(link),
    () => location.assign(link.hash),
  );
});
