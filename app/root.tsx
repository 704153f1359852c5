import { json, type LoaderFunctionArgs } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Meta,
  Outlet,
  useLoaderData,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { AgainPage } from "~/components/frame/AgainPage";
import { Bare } from "~/components/frame/Bare";
import { ErrorPage, errorTitle } from "~/components/frame/ErrorPage";
import { Frame } from "~/components/frame/Frame";
import { FAVICON } from "~/components/frame/Mark";
import { PageContext } from "~/components/frame/PageContext";
import { StandInBar } from "~/components/frame/StandInBar";
import { standIn } from "~/lib/auth/acting";
import { firstPage, menuFor } from "~/lib/auth/menu";
import { badges } from "~/lib/chat/notice.schema";
import { takeFlash } from "~/lib/web/flash.server";
import { type Again, tabOf, visitor } from "~/lib/web/visit.server";
import stylesheet from "./tailwind.css";

export { stylesheet };

export async function loader(args: LoaderFunctionArgs) {
  const { config, revision } = args.context.app;
  const [found, { message, headers }] = await Promise.all([visitor(args), takeFlash(args)]);
  const menu = found && menuFor(found.who, config.stock_id, config.parts_id);
  const stand_in = found && standIn(found.who);
  const unread = found?.who.company_id ? await found.api.get(badges, "/chats/badges") : null;
  const tab = found ? tabOf(found.who) : undefined;
  const who = found?.who ?? null;
  return json(
    {
      product: config.product_name,
      revision,
      tab,
      insecure: config.insecure,
      who,
      menu,
      message,
      stand_in,
      unread,
    },
    { headers },
  );
}

export const meta = ({ data, error }: { data?: { product: string }; error?: unknown }) => {
  const wrong = error ? errorTitle(isRouteErrorResponse(error) ? error.status : 500) : null;
  return [{ title: [wrong, data?.product].filter(Boolean).join(" | ") }];
};

type DocumentProps = {
  revision?: number;
  who?: string;
  insecure?: boolean;
  script?: "main" | "signin" | "scan" | "chat" | "chart";
  children: ReactNode;
};

function Document({ revision, who, insecure, script = "main", children }: DocumentProps) {
  const page = useContext(PageContext)!;
  return (
    <html lang="ja" data-who={who}>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        {revision !== undefined && <meta name="revision" content={String(revision)} />}
        <Meta />
        <link rel="icon" href={FAVICON} />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <meta name="apple-mobile-web-app-capable" content="yes" />
        {page.styles.text === null ? (
          <link rel="stylesheet" href={page.styles.href} />
        ) : (
          <>
            <meta name="css" content={page.styles.href} />
            <style dangerouslySetInnerHTML={{ __html: page.styles.text }} />
          </>
        )}
        {/* Not async: a kept script would run before a slow line has brought what it makes live. */}
        <script type="module" src={page.scripts[script]} />
      </head>
      <body>
        {insecure && (
          <p role="note" className="bg-bad px-4 py-1 text-center text-note font-bold text-white print:hidden">
            この接続は暗号化されていません。パスワードや取引の内容を読み取られるおそれがあります。管理者は
            https を設定してください。
          </p>
        )}
        {children}
      </body>
    </html>
  );
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

function Shell({ data, welcome, children }: { data: Data; welcome?: boolean; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const { product, who, menu, message } = data;
  if (!who || !menu)
    return (
      <Bare product={product} snackbar={message} welcome={welcome}>
        {children}
      </Bare>
    );
  const tabs = menu.map(({ tab, label, items }) => ({
    label,
    items:
      items.length === 1
        ? []
        : items.map((item) => (item.href === `${pathname}?saved=1` ? { ...item, active: true } : item)),
    dot: tab === "chat" && data.unread ? { name: "chat", on: data.unread.chat > 0 } : undefined,
    path: items.length === 1 ? items[0]!.href : `/${tab}`,
    active: pathname === `/${tab}` || pathname.startsWith(`/${tab}/`),
  }));
  return (
    <Frame
      product={product}
      home={firstPage(menu)}
      company={who.company_name}
      user={who.name}
      tabs={tabs}
      current={pathname + search}
      snackbar={message}
      bell={data.unread ? { href: "/chat/notices", on: data.unread.notice > 0 } : undefined}
      internal_bar={data.stand_in && <StandInBar {...data.stand_in} />}
    >
      {children}
    </Frame>
  );
}

export default function Root() {
  const data = useLoaderData<typeof loader>();
  const handles = useMatches().map(
    ({ handle }) =>
      (handle ?? {}) as { bare?: boolean; welcome?: boolean; script?: "scan" | "chat" | "chart" },
  );
  const bare = handles.some((handle) => handle.bare);
  return (
    <Document
      revision={data.revision}
      who={data.tab}
      insecure={data.insecure}
      script={data.who ? handles.find((handle) => handle.script)?.script : "signin"}
    >
      {bare ? (
        <Outlet />
      ) : (
        <Shell data={data} welcome={handles.some((handle) => handle.welcome)}>
          <Outlet />
        </Shell>
      )}
    </Document>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const data = useRouteLoaderData<typeof loader>("root");
  const page = useContext(PageContext)!;
  const response = isRouteErrorResponse(error);
  const status = page.down?.status ?? (response ? error.status : 500);
  const again = response && status === 401 ? (error.data as { again?: Again } | null)?.again : undefined;
  if (again)
    return (
      <Document>
        <Bare product={again.product}>
          <AgainPage {...again} />
        </Bare>
      </Document>
    );
  const message =
    page.down?.detail ?? (response && typeof error.data === "string" && error.data ? error.data : undefined);
  const shown = (
    <ErrorPage
      status={status}
      message={message}
      number={status >= 500 && !page.down ? page.number : undefined}
    />
  );
  return (
    <Document revision={data?.revision} insecure={data?.insecure} script={data?.who ? undefined : "signin"}>
      {data ? <Shell data={data}>{shown}</Shell> : <Bare product={page.product}>{shown}</Bare>}
    </Document>
  );
}
