import { plugin } from 'bun';

// Loaded before the tests of a process of pieces.ts: takes one piece of the source away as it is loaded. What is taken, and
// what stands in its place, comes as JSON in TAKE_AWAY; no file is changed.

const { file, line, at, from, to } = JSON.parse(process.env.TAKE_AWAY ?? '{}') as {
  file: string;
  line: number;
  at: number;
  from: string;
  to: string;
};

plugin({
  name: 'take-away',
  setup(build) {
    build.onLoad({ filter: new RegExp(`/${file}$`) }, async ({ path }) => {
      const lines = (await Bun.file(path).text()).split('\n');
      const whole = lines[line - 1] ?? '';
      if (!whole.startsWith(from, at)) throw new Error(`${file}:${line} has no ${from}`);
      lines[line - 1] = whole.slice(0, at) + to + whole.slice(at + from.length);
      return { contents: lines.join('\n'), loader: file.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
});
