import { pause, startLoad } from './load.mjs';
import { inspect, startProduct } from './product.mjs';
import { judgeRows } from './report.mjs';

/**
 * Kills the product in the middle of its work, again and again, and starts it as its operator would: with no step by hand.
 * A machine that was slow before anything happened may take as long again.
 * @param {{ report: any, name: string, rounds: number, readyMsMax: number, settings: Record<string, string>, openCommunity: (port: number) => Promise<any> }} world
 * @returns {Promise<void>}
 */
export async function runKills({ report, name, rounds, readyMsMax, settings, openCommunity }) {
  // The first start fills the database.
  await (await startProduct(settings)).stop();
  let product = await startProduct(settings);
  const limitMs = Math.max(readyMsMax, 2 * product.readyMs);
  const community = await openCommunity(product.port);
  const all = [];
  const readyMs = [];
  for (let round = 0; round < rounds; round++) {
    const load = startLoad(() => product.port, community, { pauseMs: 0 });
    await pause(300 + Math.random() * 1700);
    await product.kill();
    const replies = await load.stop();
    all.push(...replies);
    product = await startProduct(settings);
    readyMs.push(product.readyMs);
  }
  await product.stop();
  const odd = all.filter(({ status }) => ![0, 200, 503].includes(status));
  report.add(name, 'answers are 200 or 503 until it dies', `others ${odd.length}`, odd.length === 0);
  report.add(
    name,
    `ready again within ${limitMs} ms, with no step by hand`,
    `${rounds} rounds, slowest ${Math.max(...readyMs)} ms`,
    readyMs.every((ms) => ms <= limitMs),
  );
  judgeRows(report, name, all, await inspect(settings));
}
