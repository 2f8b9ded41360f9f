import { useLayoutEffect, useRef, useState } from 'react';
import { Markdown } from '#site/islands/shared/markdown/Markdown.tsx';

const TOGGLE =
  'mt-1 -mx-2 inline-flex min-h-11 items-center rounded-md px-2 text-sm font-semibold text-strong underline underline-offset-4 hover:bg-hover sm:min-h-9';

/** `subject` is part of the button's accessible name. */
export function ClampedText({ text, subject }: { text: string; subject: string }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const { ref, isCut } = useIsCut(text, isExpanded);
  return (
    <div className="max-w-measure">
      <div ref={ref} className={isExpanded ? '' : 'line-clamp-3'}>
        <Markdown text={text} />
      </div>
      {isCut || isExpanded ? (
        <button
          type="button"
          className={TOGGLE}
          aria-expanded={isExpanded}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {isExpanded ? 'Show less' : 'Show all'}
          <span className="sr-only"> of the {subject}</span>
        </button>
      ) : null}
    </div>
  );
}

function useIsCut(text: string, isExpanded: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const [isCut, setIsCut] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another height
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || isExpanded) return;
    const measure = () => setIsCut(element.scrollHeight > element.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [text, isExpanded]);
  return { ref, isCut };
}
