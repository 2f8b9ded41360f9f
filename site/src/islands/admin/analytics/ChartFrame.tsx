import { scaleLinear } from 'd3-scale';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { onFirstUse } from '#site/on-first-use.ts';

const HEIGHT = 180;
export const LEFT = 40;
const FOOT = 22;
const HEAD = 8;

/** The drawing area in pixels: from LEFT to `width`, with a value at `y(value)`. */
export interface Plot {
  width: number;
  y: (value: number) => number;
}

interface Props {
  values: readonly number[];
  summary: string;
  children: (plot: Plot) => ReactNode;
}

/** Starts at 0. The chart is one image to screen readers; a table gives the numbers. */
export function ChartFrame({ values, summary, children }: Props) {
  const [box, width] = useWidth();
  const y = scaleLinear([0, Math.max(1, ...values)], [HEIGHT - FOOT, HEAD]).nice(4);
  return (
    <div ref={box} className="relative min-w-0 overflow-hidden" style={{ height: HEIGHT }}>
      {width > 0 ? (
        <svg width={width} height={HEIGHT} role="img" aria-label={summary} className="absolute inset-0">
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
          {children({ width, y })}
          <line x1={LEFT} x2={width} y1={y(0)} y2={y(0)} className="stroke-line-strong" />
        </svg>
      ) : null}
    </div>
  );
}

interface LabelsProps {
  labels: Parameters<typeof placeLabels>[0];
  width: number;
}

export function AxisLabels({ labels, width }: LabelsProps) {
  return placeLabels(labels, LEFT, width).map(({ key, text, x }) => (
    <text key={key} x={x} y={HEIGHT - 4} textAnchor="middle" className="fill-muted text-xs">
      {text}
    </text>
  ));
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
