import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { findBun } from './bun.mjs';
import { projectRoot } from './paths.mjs';

// npm repeats the terminal's Ctrl-C.
const SAME_SIGNAL_MS = 500;

const running = new Set();
const cleanups = new Set();
let stoppingSince = 0;
export const stopping = { signal: '', isCleaning: false };

/** @param {() => unknown} cleanup Awaited once before a signal ends the process. */
export function onStop(cleanup) {
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

export function signalGroup(child, signal) {
  if (!child.pid || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}

function handleSignal(signal) {
  const now = performance.now();
  if (stopping.signal) {
    if (now - stoppingSince < SAME_SIGNAL_MS) return;
    for (const child of running) signalGroup(child, 'SIGKILL');
    process.exit(128 + constants.signals[signal]);
  }
  stopping.signal = signal;
  stoppingSince = now;
  for (const child of running) signalTop(child, signal);
  // A caller that awaits a child ends the process; without children nothing does.
  if (running.size === 0) void finish(signal);
}

async function finish(signal) {
  stopping.isCleaning = true;
  await runCleanups();
  process.exit(128 + constants.signals[signal]);
}

export async function runCleanups() {
  for (const cleanup of [...cleanups].reverse()) {
    cleanups.delete(cleanup);
    await cleanup();
  }
}

// A supervised server stops its own children in order.
function signalTop(child, signal) {
  if (child.supervised) child.kill(signal);
  else signalGroup(child, signal);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => handleSignal(signal));
process.on('exit', () => {
  for (const child of running) signalGroup(child, 'SIGKILL');
});

/**
 * Uses a separate process group, so that Ctrl-C reaches it only through us.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { supervised?: boolean, lowPriority?: boolean }} options `lowPriority`
 * runs at low priority.
 */
export function startProcess(command, args, { supervised = false, lowPriority = false, ...options } = {}) {
  const child = spawn(command, args, { cwd: projectRoot, stdio: 'inherit', detached: true, ...options });
  child.supervised = supervised;
  if (lowPriority && child.pid) lowerPriority(child.pid);
  running.add(child);
  child.ended = new Promise((resolve) => {
    child.once('error', (error) => {
      running.delete(child);
      resolve({ code: 127, signal: null, error });
    });
    child.once('exit', (code, signal) => {
      running.delete(child);
      resolve({ code, signal });
    });
  });
  return child;
}

// Linux weighs process groups before their processes.
function lowerPriority(pid) {
  setPriority(pid, constants.priority.PRIORITY_LOW);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(constants.priority.PRIORITY_LOW));
  } catch {
    // Other systems only have the process priority.
  }
}

/** With `keepErrors`, also returns standard error as `errors`. */
export async function runProcess(command, args, { keepErrors = false, ...options } = {}) {
  if (!keepErrors) return await endOf(startProcess(command, args, options));
  const child = startProcess(command, args, { ...options, stdio: ['inherit', 'inherit', 'pipe'] });
  let errors = '';
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
    process.stderr.write(chunk);
  });
  const end = await endOf(child);
  if (!end.error) await closed;
  return { ...end, errors };
}

export async function captureProcess(command, args, options = {}) {
  const child = startProcess(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  const end = await endOf(child);
  if (!end.error) await closed;
  return { ...end, output };
}

async function endOf(child) {
  const end = await child.ended;
  if (stopping.signal && !stopping.isCleaning && !child.supervised) await finish(stopping.signal);
  return end;
}

/** Stays in the foreground process group, so that it may ask questions. */
export async function runBun(args, options = {}) {
  return await runProcess(findBun(), args, { detached: false, supervised: true, ...options });
}

/** The server gets one signal at a time; the end of its standard input means that the parent died. */
export async function superviseBun(args, { env = {}, ...options } = {}) {
  const child = startProcess(findBun(), args, {
    supervised: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...process.env, STOP_WITH_STDIN: '1', ...env },
    ...options,
  });
  return await child.ended;
}

export function exitLike({ code, signal, error }) {
  if (error) throw error;
  process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1));
}
