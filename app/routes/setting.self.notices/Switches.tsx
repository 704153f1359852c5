import { NOTICE_LABEL, ROAD_LABEL } from "~/lib/vocabulary/notice";

const ROADS = Object.entries(ROAD_LABEL);

export function Switches({ on }: { on: string[] }) {
  return (
    <table className="w-full max-w-[500px]">
      <thead>
        <tr className="border-b border-line text-note text-muted">
          <th scope="col" className="py-1 text-left font-normal">
            知らせること
          </th>
          {ROADS.map(([road, label]) => (
            <th key={road} scope="col" className="font-normal">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Object.entries(NOTICE_LABEL).map(([kind, name]) => (
          <tr key={kind} className="border-b border-line">
            <th scope="row" className="py-1 text-left font-normal">
              {name}
            </th>
            {ROADS.map(([road, label]) => (
              <td key={road} className="text-center">
                <label className="inline-flex min-h-9 min-w-11 cursor-pointer items-center justify-center touch:min-h-11">
                  <input
                    type="checkbox"
                    name="on"
                    value={`${kind}.${road}`}
                    defaultChecked={on.includes(`${kind}.${road}`)}
                    aria-label={`${name}を${label}で知らせる`}
                    className="h-4 w-4 accent-accent"
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
