interface Props {
  label: string;
  tabs: readonly { href: string; label: string; isCurrent: boolean }[];
  className?: string;
}

/** On phones, where not all tabs fit. */
const reveal = (link: HTMLElement | null) => {
  link?.closest('nav')?.scrollTo({ left: link.offsetLeft - 48 });
};

export function TabLinks({ label, tabs, className = '' }: Props) {
  return (
    <nav aria-label={label} className={`overflow-x-auto ${className}`}>
      <ul className="flex min-w-max gap-1 border-b border-line">
        {tabs.map(({ href, label: text, isCurrent }) => (
          <li key={href}>
            <a
              href={href}
              ref={isCurrent ? reveal : undefined}
              aria-current={isCurrent ? 'page' : undefined}
              className="focus-inside flex min-h-11 items-center rounded-t-md border-b-3 border-transparent px-3 font-semibold text-muted transition-colors hover:bg-hover hover:text-strong aria-[current]:border-brand-strong aria-[current]:text-strong"
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
