import type { ReactNode } from 'react';
import { RESOURCE_TYPES, type Resource, type ResourceType } from '#contract/resources.ts';
import type { Section } from '#contract/sections.ts';
import { arrowOut } from '#site/icons/arrows.ts';
import type { ConfirmedAction } from '#site/islands/shared/action/confirmed-action.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import type { Column } from '#site/islands/ui/Table.tsx';
import { type Tone, toMinutesText, toResourceTypeText } from '#site/labels.ts';
import { panelOf } from '../data/section-list.ts';
import { DeletionDialog } from '../deletion/DeletionDialog.tsx';
import { toActionsColumn } from '../list/DataTable.tsx';
import { ListSkeleton } from '../list/ListSkeleton.tsx';
import { LongTable } from '../list/LongTable.tsx';
import { LoadFailure } from '../list/NotLoaded.tsx';

interface Props {
  topic: string;
  /** In order. */
  resources: readonly Resource[];
  actions?: (resource: Resource) => ReactNode;
}

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
  return (
    <LongTable
      caption={`Resources of ${topic}`}
      columns={actions ? [...COLUMNS, toActionsColumn(actions)] : COLUMNS}
      rows={resources}
      rowKey={({ id }) => id}
    />
  );
}

function toHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url;
}

function ResourceTypeBadge({ type }: { type: string }) {
  const { words, tone } = resourceTypeLook(type);
  return <Badge tone={tone}>{words}</Badge>;
}

const TONES: Record<ResourceType, Tone> = {
  VIDEO: 'danger',
  ARTICLE: 'info',
  EXTERNAL_LINK: 'neutral',
  BLOG: 'success',
};

/** Types that this site does not know look like articles. */
export function resourceTypeLook(type: string): { words: string; tone: Tone } {
  const known = RESOURCE_TYPES.find((one) => one === type) ?? 'ARTICLE';
  return { words: toResourceTypeText(known), tone: TONES[known] };
}

interface WholeProps {
  section: Section;
  actions: ((resource: Resource) => ReactNode) | undefined;
}

export function WholeTopic({ section, actions }: WholeProps) {
  const panel = panelOf(section.id);
  const { data, error, isLoading } = useQuery(panel);
  return (
    <>
      {error ? (
        <LoadFailure many="resources" error={error} onRetry={panel.invalidate} busy={isLoading} />
      ) : null}
      {data ? (
        data.length === 0 ? (
          <p className="text-sm text-muted">No resources in this topic</p>
        ) : (
          <ResourceTable topic={section.name} resources={data} actions={actions} />
        )
      ) : error ? null : (
        <ListSkeleton label="Loading resources..." />
      )}
    </>
  );
}

export function ResourceDeletion({ action }: { action: ConfirmedAction<Resource> }) {
  return (
    <DeletionDialog
      action={action}
      kind="resources"
      nameOf={({ title }) => title}
      question={({ title }) =>
        `Are you sure you want to delete resource "${title}"? This action cannot be undone.`
      }
    />
  );
}
