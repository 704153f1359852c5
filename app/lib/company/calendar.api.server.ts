import { z } from "zod";
import { call } from "~/lib/api/call.server";
import { holidayAdded, holidayDay, holidayInput, holidays, holidayYear } from "./calendar.schema";
import { addHolidays, addNationals, calendarOf, removeHoliday } from "./calendar.server";

export const calendarCalls = [
  call({
    method: "GET",
    path: "/factories/self/holidays",
    summary: "会社の休業日（年ごと）",
    query: holidayYear,
    answer: holidays,
    run: (db, who, { query }) => calendarOf(db, who, query.year),
  }),
  call({
    method: "POST",
    path: "/factories/self/holidays",
    summary: "休業日を加える",
    admin: true,
    body: holidayInput,
    answer: holidayAdded,
    run: (db, who, { body }) => addHolidays(db, who, body),
  }),
  call({
    method: "POST",
    path: "/factories/self/holidays/national",
    summary: "国民の祝日を休業日に加える",
    admin: true,
    body: holidayYear,
    answer: holidayAdded,
    run: (db, who, { body }) => addNationals(db, who, body.year),
  }),
  call({
    method: "DELETE",
    path: "/factories/self/holidays/{holiday}",
    summary: "休業日をやめる",
    admin: true,
    params: holidayDay,
    answer: z.object({}),
    run: async (db, who, { params }) => {
      await removeHoliday(db, who, params.holiday);
      return {};
    },
  }),
];
