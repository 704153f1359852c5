/** The revision of the server that made this document. */
const ownRevision = document.querySelector<HTMLMetaElement>("meta[name=revision]")?.content ?? "";

/** Whose page this is: the person, in the company. */
const { who } = document.documentElement.dataset;

/** product §4: that somebody signed in or out in one tab is told to the others. */
export function watchTabs() {
  if (who) localStorage.who = who;
  onstorage = ({ key }) => key === "who" && void import("./revision").then(({ changed }) => changed(who));
}

/**
 * What the server now says its revision is. A document of its own is the latest; an answer from a later one
 * needs thought.
 */
export function revise(sent = ownRevision) {
  if (sent !== ownRevision || isNaN(+ownRevision))
    void import("./revision").then(({ saw }) => saw(sent, ownRevision));
  else if (!(+localStorage.revision >= +ownRevision)) localStorage.revision = ownRevision;
}

/** Errors that nobody catches are reported; the part that does is fetched when there is one. */
export function watchErrors() {
  for (const name of ["error", "unhandledrejection"] as const) {
    addEventListener(
      name,
      (event) =>
        void import("./report").then(
          ({ report }) => report(event as ErrorEvent),
          () => {},
        ),
    );
  }
}

/**
 * What helps with a password arrives when one is about to be typed: the sign-in page needs no request for it.
 */
export function watchPasswords() {
  addEventListener("focusin", ({ target }) => {
    if ((target as HTMLInputElement).type === "password")
      void import("./password").then(({ start }) => start(document));
  });
}
