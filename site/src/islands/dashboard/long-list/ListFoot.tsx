import { Button } from '#site/islands/ui/Button.tsx';
import { countOf, toNumber } from '../../shared/format/text.ts';

export interface FootProps {
  noun: string;
  count: number;
  total: number;
  more: number;
  onShow: (count: number) => void;
}

export function ListFoot({ noun, count, total, more, onShow }: FootProps) {
  return (
    <div className="mt-5 flex flex-wrap items-center gap-3">
      <p role="status" className="mr-auto text-sm text-muted">
        {count < total
          ? `Showing ${toNumber(count)} of ${countOf(total, noun)}`
          : `All ${countOf(total, noun)}`}
      </p>
      {more > 0 ? (
        <Button variant="secondary" onClick={() => onShow(count + more)}>
          Show {more} more<span className="sr-only"> {noun}s</span>
        </Button>
      ) : null}
      {count < total ? (
        <Button variant={more > 0 ? 'ghost' : 'secondary'} onClick={() => onShow(total)}>
          Show all {toNumber(total)}
          <span className="sr-only"> {noun}s</span>
        </Button>
      ) : null}
    </div>
  );
}
