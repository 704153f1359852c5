const ownRevision = document.querySelector<HTMLMetaElement>("meta[name=revision]")?.content ?? "";

const { who } = document.documentElement.dataset;

export function watchTabs() {
  if (who) localStorage.who = who;
  onstorage = ({ key }) => key === "who" && void import("./revision").then(({ changed }) => changed(who));
}

/** An answer may come from a newer revision of the server than this document. */
export function revise(sent = ownRevision) {
  if (sent !== ownRevision || isNaN(+ownRevision))
    void import("./revision").then(({ compareRevision: saw }) => saw(sent, ownRevision));
  else if (!(+localStorage.revision >= +ownRevision)) localStorage.revision = ownRevision;
}

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

export function watchPasswords() {
  // A click as well: Safari focuses no box that is clicked.
  for (const name of ["focusin", "click"])
    addEventListener(name, ({ target }) => {
      if ((target as Element).closest?.("[type=password], [data-reveal]"))
        void import("./password").then(({ start }) => start(document));
    });
}
