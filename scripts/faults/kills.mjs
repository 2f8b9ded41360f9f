import { openCommunity, pause, startLoad } from './load.mjs';
import { checkRows, startProduct } from './product.mjs';

const REPLACED = 4;
const ENDS_MS_MAX = 10_000;

/**
 * Kills the product under load repeatedly and restarts it.
 * @param {{ rounds: number, readyMsMax: number, settings: Record<string, string> }} world
 */
export async function killAndRestart(check, { rounds, readyMsMax, settings }) {
  // The first start fills the database.
  await (await startProduct(settings)).stop();
  let product = await startProduct(settings);
  // A slow machine may take twice as long as at its first start.
  const limitMs = Math.max(readyMsMax, 2 * product.readyMs);
  const community = await openCommunity(product.port);
  const replies = [];
  let slowestMs = 0;
  for (let round = 0; round < rounds; round++) {
    const load = startLoad(() => product.port, community, { pauseMs: 0 });
    await pause(300 + Math.random() * 1700);
    await product.kill();
    replies.push(...(await load.stop()));
    product = await startProduct(settings);
    slowestMs = Math.max(slowestMs, product.readyMs);
  }
  await product.stop();
  const odd = replies.filter(({ status }) => ![0, 200, 503].includes(status));
  check('answers are 200 or 503 until it dies', `others ${odd.length}`, odd.length === 0);
  check(
    `ready again within ${limitMs} ms`,
    `${rounds} rounds, slowest ${slowestMs} ms`,
    slowestMs <= limitMs,
  );
  await checkRows(check, replies, settings);
}

export async function rollRestart(check, settings) {
  let serving = [await startProduct(settings), await startProduct(settings)];
  let turn = 0;
  const nextPort = () => serving[turn++ % serving.length].port;
  const load = startLoad(nextPort, await openCommunity(nextPort()), { isFresh: true });
  await pause(3000);
  let slowestMs = 0;
  const codes = [];
  for (let round = 0; round < REPLACED; round++) {
    const next = await startProduct(settings);
    const [old, ...others] = serving;
    serving = [...others, next];
    const from = performance.now();
    codes.push((await old.stop()).code);
    slowestMs = Math.max(slowestMs, Math.round(performance.now() - from));
    await pause(1000);
  }
  const replies = await load.stop();
  for (const product of serving) await product.stop();
  const failed = replies.filter(({ status }) => status !== 200);
  check('every request is answered with 200', `${failed.length} of ${replies.length} failed`, !failed.length);
  check(
    `TERM ends a process with 0 within ${ENDS_MS_MAX} ms`,
    `${codes.join(', ')}, slowest ${slowestMs} ms`,
    slowestMs <= ENDS_MS_MAX && codes.every((code) => code === 0),
  );
  await checkRows(check, replies, settings);
}
