import { scaleBand, scaleLinear } from 'd3-scale';
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { type Column, Table } from '#site/islands/ui/Table.tsx';
import { onFirstUse } from '#site/on-first-use.ts';

interface Bar {
  label: string;
  title: string;
  value: number;
  /** The part of the value that is drawn darker. */
  part?: number;
}

interface Props<Row> {
  title: string;
  summary: string;
  /** Describes the chart to screen readers. */
  image: string;
  /** One bar each. */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  toBar: (row: Row) => Bar;
  columns: readonly Column<Row>[];
  /** Turns the table round. */
  lastFirst?: boolean;
}

/** The wrapper of two figures: subgrid aligns their charts, however long their summaries are. */
export const SIDE_BY_SIDE = 'grid gap-8 xl:grid-cols-2 xl:*:row-span-3 xl:*:grid-rows-subgrid';

/** A bar chart and its numbers as a table. */
export function BarFigure<Row>({
  title,
  summary,
  image,
  rows,
  rowKey,
  toBar,
  columns,
  lastFirst = false,
}: Props<Row>) {
  const id = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  return (
    <figure aria-labelledby={id} className="grid min-w-0 content-start gap-3">
      <figcaption>
        <h3 id={id} className="text-base font-semibold text-strong">
          {title}
        </h3>
        <p className="mt-1 text-sm text-muted">{summary}</p>
      </figcaption>
      <BarChart image={image} bars={rows.map((row) => ({ key: rowKey(row), ...toBar(row) }))} />
      <details className="text-sm" onToggle={(event) => setUnfolded(event.currentTarget.open)}>
        <summary className="inline-flex min-h-9 pointer-coarse:min-h-11 cursor-pointer items-center font-semibold text-strong underline decoration-line-strong underline-offset-4">
          The numbers as a table<span className="sr-only">: {title}</span>
        </summary>
        {isUnfolded ? (
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
            tabIndex={0}
            aria-label={`${title}, numbers`}
            className="mt-2 max-h-96 overflow-y-auto rounded-md border border-line"
          >
            <Table
              caption={title}
              columns={columns}
              rows={lastFirst ? rows.toReversed() : rows}
              rowKey={rowKey}
              density="compact"
            />
          </section>
        ) : null}
      </details>
    </figure>
  );
}

const HEIGHT = 180;
const LEFT = 40;
const FOOT = 22;
const HEAD = 8;
/** Widest column on wide screens. */
const COLUMN_PX = 72;

/** Starts at 0. The chart is one image to screen readers. */
function BarChart({ image, bars }: { image: string; bars: readonly (Bar & { key: string })[] }) {
  const [box, width] = useWidth();
  const y = scaleLinear([0, Math.max(1, ...bars.map(({ value }) => value))], [HEIGHT - FOOT, HEAD]).nice(4);
  const x = scaleBand(
    bars.map(({ key }) => key),
    // Half of the last bar's edge is drawn outside of it.
    [LEFT, Math.max(LEFT + 1, width - 1)],
  ).paddingInner(bars.length > 40 ? 0.1 : 0.25);
  const column = Math.min(COLUMN_PX, Math.max(1, x.bandwidth()));
  const startOf = (key: string) => (x(key) ?? 0) + (x.bandwidth() - column) / 2;
  const drawBar = (key: string, value: number, title: string, fill: string): ReactNode => (
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
  const labels = bars.map(({ key, label }) => ({ key, text: label, x: startOf(key) + column / 2 }));
  return (
    <div ref={box} className="relative min-w-0 overflow-hidden" style={{ height: HEIGHT }}>
      {width > 0 ? (
        <svg width={width} height={HEIGHT} role="img" aria-label={image} className="absolute inset-0">
          {y
            .ticks(4)
            .filter(Number.isInteger)
            .map((tick) => (
              <g key={tick}>
                <line x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} className="stroke-line" />
                <text
                  x={LEFT - 8}
                  y={y(tick)}
                  textAnchor="end"
                  dominantBaseline="central"
                  className="fill-muted text-xs tabular-nums"
                >
                  {toTickText(tick)}
                </text>
              </g>
            ))}
          {bars.map(({ key, title, value, part }) => (
            <g key={key}>
              {drawBar(key, value, title, part === undefined ? 'fill-brand' : 'fill-sunken')}
              {part === undefined ? null : drawBar(key, part, title, 'fill-brand')}
            </g>
          ))}
          {placeLabels(labels, LEFT, width).map(({ key, text, x: centre }) => (
            <text key={key} x={centre} y={HEIGHT - 4} textAnchor="middle" className="fill-muted text-xs">
              {text}
            </text>
          ))}
          <line x1={LEFT} x2={width} y1={y(0)} y2={y(0)} className="stroke-line-strong" />
        </svg>
      ) : null}
    </div>
  );
}

/** Chart text keeps its size at any width. The drawing must be positioned absolutely, or the box could never shrink. */
function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width];
}

const CHARACTER_PX = 6.5;
const GAP_PX = 10;

interface AxisLabel {
  key: string;
  text: string;
  /** Centre, in pixels. */
  x: number;
}

const halfOf = ({ text }: AxisLabel) => (text.length * CHARACTER_PX) / 2;

/** Picks every nth label that fits without crowding, or else centres the first one. */
export function placeLabels(labels: readonly AxisLabel[], from: number, to: number): AxisLabel[] {
  const fitting = labels.filter((label) => label.x - halfOf(label) >= from && label.x + halfOf(label) <= to);
  if (fitting.length === 0) return labels.slice(0, 1).map((label) => ({ ...label, x: (from + to) / 2 }));
  for (let every = 1; ; every += 1) {
    const placed = fitting.filter((_, index) => index % every === 0);
    if (placed.every((label, index) => isApart(placed[index - 1], label))) return placed;
  }
}

function isApart(before: AxisLabel | undefined, label: AxisLabel): boolean {
  return before === undefined || label.x - halfOf(label) - (before.x + halfOf(before)) >= GAP_PX;
}

const compactFormat = onFirstUse(() => new Intl.NumberFormat('en-US', { notation: 'compact' }));

/** '500', '1.5K', '20K', '2M': at most four characters. */
export const toTickText = (value: number) => compactFormat().format(value);
