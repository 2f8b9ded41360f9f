import { connect, createServer } from 'node:net';

/**
 * Stands between two programs on one machine and is the network that fails: it passes bytes on, late, not at all, or cuts
 * what is open.
 * @param {number} target The port that it leads to at first.
 */
export async function openTcpProxy(target) {
  const state = { target, delayMs: 0, isHeld: false, isRefusing: false };
  const pairs = new Set();
  const held = [];
  const relay = (from, to) => {
    // Nothing overtakes what was sent before it, whatever the delay is by then.
    const late = [];
    from.on('data', (bytes) => {
      const pass = () => {
        if (!to.destroyed) to.write(bytes);
      };
      if (state.isHeld) held.push(pass);
      else if (state.delayMs > 0 || late.length > 0) {
        late.push(pass);
        setTimeout(() => late.shift()(), state.delayMs);
      } else pass();
    });
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  };
  const server = createServer((near) => {
    if (state.isRefusing) return void near.resetAndDestroy();
    const far = connect({ host: '127.0.0.1', port: state.target });
    near.setNoDelay(true);
    far.setNoDelay(true);
    const pair = [near, far];
    pairs.add(pair);
    near.on('close', () => pairs.delete(pair));
    relay(near, far);
    relay(far, near);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of [...pairs].flat()) socket.resetAndDestroy();
    pairs.clear();
  };
  return {
    port: server.address().port,
    /** Resets every connection; new ones are taken. */
    cut,
    /** Takes bytes and passes none on, as a network does that lost its way. */
    hold: () => {
      state.isHeld = true;
    },
    release: () => {
      state.isHeld = false;
      for (const pass of held.splice(0)) pass();
    },
    delay: (ms) => {
      state.delayMs = ms;
    },
    refuse: (isRefusing) => {
      state.isRefusing = isRefusing;
      if (isRefusing) cut();
    },
    /** Another server is behind it from now on. */
    leadTo: (port) => {
      state.target = port;
      cut();
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
