import { scaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import { AxisLabels, ChartFrame, LEFT, type Plot } from './ChartFrame.tsx';

interface Point {
  key: string;
  label: string;
  value: number;
}

interface Props {
  points: readonly Point[];
  summary: string;
}

export function LineChart({ points, summary }: Props) {
  return (
    <ChartFrame values={points.map(({ value }) => value)} summary={summary}>
      {(plot) => <Days points={points} plot={plot} />}
    </ChartFrame>
  );
}

function Days({ points, plot: { width, y } }: { points: readonly Point[]; plot: Plot }) {
  const x = scaleLinear([0, Math.max(1, points.length - 1)], [LEFT, Math.max(LEFT + 1, width - 2)]);
  const shape = area<Point>()
    .x((_, index) => x(index))
    .y0(y(0))
    .y1(({ value }) => y(value))
    .curve(curveMonotoneX);
  const edge = line<Point>()
    .x((_, index) => x(index))
    .y(({ value }) => y(value))
    .curve(curveMonotoneX);
  return (
    <>
      <path d={shape([...points]) ?? ''} className="fill-brand/40" />
      <path d={edge([...points]) ?? ''} fill="none" strokeWidth={2} className="stroke-strong" />
      <AxisLabels
        labels={points.map(({ key, label }, index) => ({ key, text: label, x: x(index) }))}
        width={width}
      />
    </>
  );
}
