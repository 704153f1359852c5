// npm run bench -- faults [kill|restart|full|twice|race|start|demo] [times]: what is broken on purpose, and
// what came of it. Ends with 1 where a promise was broken.
import { isGiven, start } from "./app.mjs";
import { measureFull } from "./fault.full.mjs";
import { measureKills } from "./fault.kill.mjs";
import { measureRestarts } from "./fault.restart.mjs";
import { measureDemo, measureStarts } from "./fault.start.mjs";
import { measureRace, measureTwice } from "./fault.twice.mjs";

const onWorld = (measure) => async (times, port) => {
  const app = await start(60, port);
  try {
    return await measure(app, times);
  } finally {
    await app.stop();
  }
};

/** Each with how often it is done where nothing is said. */
const PARTS = {
  kill: [onWorld(measureKills), 200],
  restart: [onWorld(measureRestarts), 5],
  full: [measureFull, 1],
  twice: [onWorld(measureTwice), 1_000],
  race: [onWorld(measureRace), 10_000],
  start: [measureStarts, 5],
  demo: [measureDemo, 1],
};

/** What is done to the database itself, and to its folder. */
const OWN = ["restart", "full", "start", "demo"];

/** `words`: which faults, all where none is named; a number after one says how often. */
export async function measureFaults(words, port) {
  const named = Object.keys(PARTS).filter((name) => words.includes(name));
  for (const name of named.length > 0 ? named : Object.keys(PARTS)) {
    if (isGiven && OWN.includes(name)) {
      console.log(`\n${name}: left out, since the database is another's (TEST_OWNER_URL)`);
      continue;
    }
    const [measure, usual] = PARTS[name];
    if (!(await measure(Number(words[words.indexOf(name) + 1]) || usual, port))) process.exitCode = 1;
  }
}
