import { Button } from "./Button";
import { TextField } from "./fields";

/** 郵便番号, and the button whose post brings its address into the form's 住所; nothing is saved by it. */
export function PostalField() {
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField name="postal_code" label="郵便番号" optional width="short" />
      <Button name="find" value="address" formNoValidate>
        住所を入れる
      </Button>
    </div>
  );
}
