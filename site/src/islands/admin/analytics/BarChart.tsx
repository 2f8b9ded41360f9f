import { scaleBand, scaleLinear } from 'd3-scale';
import { useWidth } from './chart-width.ts';

export interface Bar {
  key: string;
  /** Below the bar, where there is room. */
  label: string;
  /** When pointed at: the bar in words. */
  title: string;
  value: number;
  /** A part of the value, drawn stronger. */
  part?: number;
}

interface Props {
  bars: readonly Bar[];
  /** Read aloud in place of the drawing. */
  summary: string;
}

const HEIGHT = 180;
const FOOT = 22;
const HEAD = 8;
const LEFT = 36;
const LABEL_PX = 62;

/** Upright bars over time or groups. The numbers stand in a table beside it, so the drawing is one picture. */
export function BarChart({ bars, summary }: Props) {
  const [box, width] = useWidth();
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const y = scaleLinear([0, most], [HEIGHT - FOOT, HEAD]).nice(4);
  const x = scaleBand(
    bars.map(({ key }) => key),
    [LEFT, Math.max(LEFT + 1, width)],
  ).paddingInner(bars.length > 40 ? 0.1 : 0.25);
  const every = Math.max(1, Math.ceil((bars.length * LABEL_PX) / Math.max(1, width - LEFT)));
  const ticks = y.ticks(4).filter(Number.isInteger);
  const column = Math.max(1, x.bandwidth());
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
          {bars.map(({ key, label, title, value, part }, index) => (
            <g key={key}>
              <rect
                x={x(key)}
                y={y(value)}
                width={column}
                height={Math.max(0, y(0) - y(value))}
                className={part === undefined ? 'fill-brand stroke-keyline' : 'fill-sunken stroke-keyline'}
                strokeWidth={column > 4 ? 1 : 0}
              >
                <title>{title}</title>
              </rect>
              {part === undefined ? null : (
                <rect
                  x={x(key)}
                  y={y(part)}
                  width={column}
                  height={Math.max(0, y(0) - y(part))}
                  className="fill-brand stroke-keyline"
                  strokeWidth={column > 4 ? 1 : 0}
                >
                  <title>{title}</title>
                </rect>
              )}
              {index % every === 0 ? (
                <Label x={(x(key) ?? 0) + column / 2} width={width} text={label} />
              ) : null}
            </g>
          ))}
          <line x1={LEFT} x2={width} y1={y(0)} y2={y(0)} className="stroke-line-strong" />
        </svg>
      ) : null}
    </div>
  );
}

/** Centred below its bar, and never beyond the edges. */
function Label({ x, width, text }: { x: number; width: number; text: string }) {
  const isFirst = x < LEFT + LABEL_PX / 2;
  const isLast = x > width - LABEL_PX / 2;
  return (
    <text
      x={isLast ? width : isFirst ? LEFT : x}
      y={HEIGHT - 4}
      textAnchor={isLast ? 'end' : isFirst ? 'start' : 'middle'}
      className="fill-muted text-xs"
    >
      {text}
    </text>
  );
}
