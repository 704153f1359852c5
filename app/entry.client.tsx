import { start } from "~/enhance/start";

// An island (the chat) will be imported here, only where the page holds [data-island]; no other page loads React.
start();
