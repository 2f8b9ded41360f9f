import { scaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import { useWidth } from './chart-width.ts';

export interface Point {
  key: string;
  label: string;
  value: number;
}

const HEIGHT = 180;
const FOOT = 22;
const HEAD = 8;
const LEFT = 36;
const LABEL_PX = 70;

/** One line over many days, with what is under it lightly filled. */
export function LineChart({ points, summary }: { points: readonly Point[]; summary: string }) {
  const [box, width] = useWidth();
  const most = Math.max(1, ...points.map(({ value }) => value));
  const y = scaleLinear([0, most], [HEIGHT - FOOT, HEAD]).nice(4);
  const x = scaleLinear([0, Math.max(1, points.length - 1)], [LEFT, Math.max(LEFT + 1, width - 2)]);
  const ticks = y.ticks(4).filter(Number.isInteger);
  const every = Math.max(1, Math.ceil((points.length * LABEL_PX) / Math.max(1, width - LEFT)));
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
    <div ref={box} className="relative min-w-0 overflow-hidden" style={{ height: HEIGHT }}>
      {width > 0 ? (
        <svg width={width} height={HEIGHT} role="img" aria-label={summary} className="absolute inset-0">
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} className="stroke-line" />
              <text
                x={LEFT - 8}
                y={y(tick)}
                textAnchor="end"
                dominantBaseline="central"
                className="fill-muted text-xs tabular-nums"
              >
                {tick.toLocaleString('en-US')}
              </text>
            </g>
          ))}
          <path d={shape([...points]) ?? ''} className="fill-brand/40" />
          <path d={edge([...points]) ?? ''} fill="none" strokeWidth={2} className="stroke-strong" />
          {points.map(({ key, label }, index) =>
            index % every === 0 ? (
              <text
                key={key}
                x={x(index)}
                y={HEIGHT - 4}
                textAnchor={index === 0 ? 'start' : 'middle'}
                className="fill-muted text-xs"
              >
                {label}
              </text>
            ) : null,
          )}
          <line x1={LEFT} x2={width} y1={y(0)} y2={y(0)} className="stroke-line-strong" />
        </svg>
      ) : null}
    </div>
  );
}
