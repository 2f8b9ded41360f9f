import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Resource } from '#contract/resources.ts';
import { arrowOut } from '#site/icons/arrows.ts';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { type Column, Table } from '#site/islands/ui/Table.tsx';
import { type Tone, toMinutesText } from '#site/labels.ts';

interface Props {
  topic: string;
  /** In order. */
  resources: readonly Resource[];
  actions?: (resource: Resource) => ReactNode;
}

const ROWS_AT_ONCE = 50;

const COLUMNS: readonly Column<Resource>[] = [
  {
    key: 'order',
    header: 'Order',
    cell: ({ order }) => <span className="font-semibold text-muted tabular-nums">{order}</span>,
  },
  {
    key: 'title',
    header: 'Title',
    isRowHeader: true,
    phone: 'first',
    cell: ({ title, url }) => (
      <span className="grid min-w-0 gap-0.5 py-1">
        <span className="font-semibold text-strong wrap-anywhere">{title}</span>
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          title={url}
          className="inline-flex min-h-6 pointer-coarse:min-h-11 min-w-0 items-center gap-1 self-start text-sm font-normal text-muted hover:text-strong hover:underline"
        >
          <span className="sr-only">Open {title} at</span>{' '}
          <span className="truncate md:max-w-80">{toHost(url)}</span>
          <Icon path={arrowOut} size={14} className="shrink-0" />
        </a>
      </span>
    ),
  },
  { key: 'type', header: 'Type', bare: true, cell: ({ type }) => <ResourceTypeBadge type={type} /> },
  {
    key: 'minutes',
    header: 'Time',
    cell: ({ minutes }) => (minutes === null ? '–' : toMinutesText(minutes)),
  },
];

export function ResourceTable({ topic, resources, actions }: Props) {
  const [count, setCount] = useState(ROWS_AT_ONCE);
  const box = useRef<HTMLDivElement>(null);
  // The pressed button may disappear.
  useEffect(() => {
    if (count === ROWS_AT_ONCE) return;
    box.current?.querySelectorAll<HTMLElement>('a[href]')[count - ROWS_AT_ONCE]?.focus();
  }, [count]);
  const columns: readonly Column<Resource>[] = actions
    ? [
        ...COLUMNS,
        {
          key: 'actions',
          header: 'Actions',
          align: 'end',
          bare: true,
          cell: (resource) => (
            <div className="flex flex-wrap items-center gap-1 md:flex-nowrap md:justify-end md:gap-0">
              {actions(resource)}
            </div>
          ),
        },
      ]
    : COLUMNS;
  const left = resources.length - count;
  return (
    <div ref={box} className="grid gap-3">
      <Table
        caption={`Resources of ${topic}`}
        density="compact"
        columns={columns}
        rows={resources.slice(0, count)}
        rowKey={({ id }) => id}
      />
      {left > 0 ? (
        <Button variant="secondary" size="small" onClick={() => setCount(count + ROWS_AT_ONCE)}>
          Show {Math.min(left, ROWS_AT_ONCE)} more of {left}
        </Button>
      ) : null}
    </div>
  );
}

function toHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url;
}

function ResourceTypeBadge({ type }: { type: string }) {
  const { words, tone } = resourceTypeLook(type);
  return <Badge tone={tone}>{words}</Badge>;
}

interface Look {
  words: string;
  tone: Tone;
}

const ARTICLE: Look = { words: 'Article', tone: 'info' };

const LOOKS = new Map<string, Look>([
  ['VIDEO', { words: 'Video', tone: 'danger' }],
  ['ARTICLE', ARTICLE],
  ['EXTERNAL_LINK', { words: 'External Link', tone: 'neutral' }],
  ['BLOG', { words: 'Blog', tone: 'success' }],
]);

/** Types that this site does not know look like articles. */
export function resourceTypeLook(type: string): Look {
  return LOOKS.get(type) ?? ARTICLE;
}
