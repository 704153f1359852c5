import { Button } from "./Button";
import { HiddenField, TextField } from "./fields";

/** What Enter presses in a form with a 郵便番号: a missing address is looked up before anything is saved. */
export const POSTAL_ENTER = { name: "find", value: "enter" };

/** 郵便番号, and the button whose post brings its address into the form's 住所; nothing is saved by it. */
export function PostalField() {
  return (
    <div className="flex flex-wrap items-end gap-2">
      <HiddenField name="postal_seen" />
      <TextField name="postal_code" label="郵便番号" optional width="short" />
      <Button name="find" value="address" formNoValidate data-rare data-postal>
        住所を入れる
      </Button>
    </div>
  );
}
