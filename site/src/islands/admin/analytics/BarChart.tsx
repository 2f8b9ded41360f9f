import { scaleBand } from 'd3-scale';
import { AxisLabels, ChartFrame, LEFT, type Plot } from './ChartFrame.tsx';

interface Bar {
  key: string;
  label: string;
  title: string;
  value: number;
  /** The part of the value that is drawn darker. */
  part?: number;
}

interface Props {
  bars: readonly Bar[];
  summary: string;
}

/** Widest column on wide screens. */
const COLUMN_PX = 72;

export function BarChart({ bars, summary }: Props) {
  return (
    <ChartFrame values={bars.map(({ value }) => value)} summary={summary}>
      {(plot) => <Bars bars={bars} plot={plot} />}
    </ChartFrame>
  );
}

function Bars({ bars, plot: { width, y } }: { bars: readonly Bar[]; plot: Plot }) {
  const x = scaleBand(
    bars.map(({ key }) => key),
    // Half of the last bar's edge is drawn outside of it.
    [LEFT, Math.max(LEFT + 1, width - 1)],
  ).paddingInner(bars.length > 40 ? 0.1 : 0.25);
  const column = Math.min(COLUMN_PX, Math.max(1, x.bandwidth()));
  const startOf = (key: string) => (x(key) ?? 0) + (x.bandwidth() - column) / 2;
  const drawBar = (key: string, value: number, title: string, fill: string) => (
    <rect
      x={startOf(key)}
      y={y(value)}
      width={column}
      height={Math.max(0, y(0) - y(value))}
      className={`${fill} stroke-keyline`}
      strokeWidth={column > 4 ? 1 : 0}
    >
      <title>{title}</title>
    </rect>
  );
  return (
    <>
      {bars.map(({ key, title, value, part }) => (
        <g key={key}>
          {drawBar(key, value, title, part === undefined ? 'fill-brand' : 'fill-sunken')}
          {part === undefined ? null : drawBar(key, part, title, 'fill-brand')}
        </g>
      ))}
      <AxisLabels
        labels={bars.map(({ key, label }) => ({ key, text: label, x: startOf(key) + column / 2 }))}
        width={width}
      />
    </>
  );
}
