import { useActionData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { Button } from "~/components/form/Button";
import { bulkAnswer } from "~/lib/list/bulk.schema";
import { SHEETS_LABEL } from "~/lib/vocabulary/print";
import { ListPage } from "./ListPage";

type Props = Omit<ComponentProps<typeof ListPage>, "answer" | "bulk"> & { acts?: Record<string, string> };

export function PrintableList({ acts = {}, ...props }: Props) {
  return (
    <ListPage
      {...props}
      answer={bulkAnswer(useActionData())}
      bulk={
        <>
          <Button name="act" value="print">
            {SHEETS_LABEL}
          </Button>
          {Object.entries(acts).map(([act, label]) => (
            <Button key={act} name="act" value={act}>
              {label}
            </Button>
          ))}
        </>
      }
    />
  );
}
