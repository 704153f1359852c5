/** Where browsers' makers take push messages in. "*." stands for one name or more before it. */
export const PUSH_HOSTS = [
  "fcm.googleapis.com",
  "*.push.services.mozilla.com",
  "web.push.apple.com",
  "*.notify.windows.com",
];
