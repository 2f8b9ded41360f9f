import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ShownLeague } from '#site/content/league-cards.ts';
import { stepBack, stepForward } from '#site/icons/arrows.ts';
import { offsetOf, useSwipe } from '../shared/slides.ts';
import { Icon } from '../ui/Icon.tsx';
import { Picture } from '../ui/Picture.tsx';
import { createCarousel } from './carousel.ts';

/** Undefined while loading. */
export function LeaguesCarousel({ leagues }: { leagues: readonly ShownLeague[] | undefined }) {
  if (!leagues) return <p className="min-h-96 text-center text-muted">Loading leagues...</p>;
  return leagues.length === 0 ? null : <Slides leagues={leagues} />;
}

const CONTROL =
  'size-11 cursor-pointer place-items-center rounded-full border text-strong hover:bg-hover active:bg-brand active:text-on-brand';
const STEP = `${CONTROL} hidden border-line-strong md:grid`;

function Slides({ leagues }: { leagues: readonly ShownLeague[] }) {
  const count = leagues.length;
  const carousel = useMemo(() => createCarousel(count), [count]);
  const active = useStore(carousel.$index);
  const root = useRef<HTMLDivElement>(null);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const [isAwake, setAwake] = useState(false);
  const isInView = useInView(root);
  const isSeen = useIsSeen();
  const prefersStill = usePrefersStill();
  const isPlaying = isInView && isSeen && !isHovered && !isFocused && !isPaused && !prefersStill;

  // A Tab before an ordinary effect could reach a slide that is about to be hidden.
  useLayoutEffect(() => {
    // Keeps a slide that has the focus already.
    const slides = [...(root.current?.querySelectorAll('.slide') ?? [])];
    const reached = slides.findIndex((slide) => slide.contains(document.activeElement));
    if (reached > 0) carousel.goTo(reached);
    if (reached >= 0) setFocused(true);
    setAwake(true);
  }, [carousel]);

  useEffect(() => {
    if (isPlaying) carousel.play();
    return carousel.stop;
  }, [carousel, isPlaying]);

  useEffect(() => {
    if (!isInView || count < 2) return;
    const step = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
      if (
        isTyping ||
        event.defaultPrevented ||
        event.altKey ||
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey
      )
        return;
      if (event.key === 'ArrowRight') carousel.goNext();
      if (event.key === 'ArrowLeft') carousel.goPrevious();
    };
    document.addEventListener('keydown', step);
    return () => document.removeEventListener('keydown', step);
  }, [carousel, count, isInView]);

  const swipe = useSwipe((direction) => (direction === 'next' ? carousel.goNext() : carousel.goPrevious()));

  return (
    // biome-ignore lint/a11y/useSemanticElements: `fieldset` is for form fields, not for slides
    <div
      ref={root}
      className="carousel"
      role="group"
      aria-roledescription="carousel"
      aria-label="Learning leagues"
      // Unlike the emulated mouse events, pointer events of a touch end with `pointerleave`.
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={(event) => setFocused(event.target.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
    >
      <ul
        className="carousel-track grid touch-pan-y justify-items-center overflow-clip py-2 noscript:flex noscript:touch-auto noscript:snap-x noscript:snap-mandatory noscript:gap-4 noscript:overflow-x-auto noscript:px-[7vw]"
        {...swipe}
      >
        {leagues.map((league, index) => (
          <LeagueSlide
            key={league.id}
            league={league}
            offset={offsetOf(index, active, count)}
            isAwake={isAwake}
          />
        ))}
      </ul>
      {/* Announces manual steps only. */}
      <p className="sr-only" aria-live={isPlaying ? 'off' : 'polite'}>
        {leagues[active]?.name}, league {active + 1} of {count}
      </p>
      {count > 1 && (
        <div className="mx-auto mt-4 flex w-[min(86vw,58rem)] items-center justify-between gap-2 md:w-[min(78vw,58rem)] noscript:hidden">
          <button type="button" className={STEP} aria-label="Previous league" onClick={carousel.goPrevious}>
            <Icon path={stepBack} size={24} strokeWidth={2} />
          </button>
          <div className="carousel-dots hidden flex-1 justify-center md:flex">
            {leagues.map(({ id, name }, index) => (
              <button
                key={id}
                type="button"
                className="grid h-11 w-8 cursor-pointer place-items-center before:size-[0.6rem] before:rounded-[1rem] before:border-[1.5px] before:border-strong before:transition-[width] hover:before:bg-muted aria-[current=true]:before:w-6 aria-[current=true]:before:border-brand aria-[current=true]:before:bg-brand"
                aria-label={name}
                aria-current={index === active}
                onClick={() => carousel.goTo(index)}
              />
            ))}
          </div>
          <p className="text-[0.9rem] text-muted md:hidden">Swipe to explore more leagues</p>
          {!prefersStill && (
            <button
              type="button"
              className={`${CONTROL} grid border-transparent`}
              aria-label={isPaused ? 'Play the carousel' : 'Pause the carousel'}
              onClick={() => setPaused(!isPaused)}
            >
              <Icon path={isPaused ? 'M8 5l10 7-10 7z' : 'M9 6v12M15 6v12'} size={24} strokeWidth={2} />
            </button>
          )}
          <button type="button" className={STEP} aria-label="Next league" onClick={carousel.goNext}>
            <Icon path={stepForward} size={24} strokeWidth={2} />
          </button>
        </div>
      )}
    </div>
  );
}

function useInView(element: { current: Element | null }): boolean {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? false));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isInView;
}

function useIsSeen(): boolean {
  const [isSeen, setSeen] = useState(true);
  useEffect(() => {
    const look = () => setSeen(document.visibilityState !== 'hidden');
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isSeen;
}

function usePrefersStill(): boolean {
  const [prefersStill, setPrefersStill] = useState(false);
  useEffect(() => {
    const query = matchMedia('(prefers-reduced-motion: reduce)');
    const look = () => setPrefersStill(query.matches);
    look();
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, []);
  return prefersStill;
}

// All slides share one grid cell, so the tallest sets the height. Without scripts they scroll side by side.
const SLIDE =
  'slide grid w-[min(86vw,58rem)] grid-cols-[minmax(0,1fr)] transition-[transform,opacity,visibility] duration-320 [grid-area:1/1] motion-reduce:transition-none md:w-[min(78vw,58rem)] noscript:visible noscript:flex-none noscript:[transform:none] noscript:snap-center noscript:opacity-100';
const PLACES: Record<string, string> = {
  0: 'z-2',
  1: 'z-1 [transform:translateX(94%)_scale(0.86)] opacity-45',
  '-1': 'z-1 [transform:translateX(-94%)_scale(0.86)] opacity-45',
  2: 'invisible [transform:translateX(160%)_scale(0.74)] opacity-0',
  '-2': 'invisible [transform:translateX(-160%)_scale(0.74)] opacity-0',
  far: 'invisible [transform:scale(0.7)] opacity-0',
};
const COVER =
  'block aspect-3/2 h-auto w-full bg-league-tint object-cover transition-transform duration-320 motion-reduce:transition-none md:aspect-auto md:min-h-100 md:w-1/2 md:flex-[0_0_50%]';
// Only the right end of a left card is visible, so the cover slides over the hidden words.
const COVER_ON_THE_LEFT = 'md:[transform:translateX(100%)] noscript:[transform:none]';

const STOCK_COVER = '/artwork/leagues/stock.svg';

interface LeagueSlideProps {
  league: ShownLeague;
  /** Distance from the active slide. */
  offset: number;
  /** Before the carousel is interactive, all slides stay reachable. */
  isAwake: boolean;
}

function LeagueSlide({ league, offset, isAwake }: LeagueSlideProps) {
  const isActive = offset === 0;
  const place = Math.abs(offset) > 2 ? 'far' : String(offset);
  const cover = `${COVER} ${place.startsWith('-') ? COVER_ON_THE_LEFT : ''}`;
  return (
    <li
      className={`${SLIDE} ${PLACES[place]}`}
      data-offset={place}
      data-league={league.id}
      aria-hidden={isAwake && !isActive}
    >
      <a
        className="flex flex-col overflow-hidden rounded-lg border-2 border-league-solid bg-surface text-body md:flex-row"
        href="/cohorts"
        tabIndex={isAwake && !isActive ? -1 : undefined}
        draggable={false}
      >
        <Picture
          className={cover}
          picture={league.cover}
          alt=""
          fallback={
            <img className={cover} src={STOCK_COVER} alt="" width={1200} height={800} draggable={false} />
          }
        />
        {/* Words too faint to read are hidden, and still name the link. */}
        <div
          className={`flex flex-1 flex-col px-5 pt-5 pb-[1.4rem] leading-normal md:px-8 md:py-7 ${isActive ? '' : 'opacity-0 noscript:opacity-100'}`}
        >
          <p className="slide-name font-display font-bold text-league">{league.name}</p>
          <h3 className="mt-[0.2rem] mb-[0.6rem] text-[clamp(1.5625rem,1.1rem+1.6vw,2.441rem)] leading-[1.08] font-extrabold tracking-[-0.02em]">
            {league.title}
          </h3>
          <p>{league.description}</p>
          <dl className="mt-auto grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-4 pt-[1.1rem] text-[0.9rem] text-muted">
            <div>
              <dt>Starts</dt>
              <dd className="font-semibold text-strong">{league.startingDate}</dd>
            </div>
            <div>
              <dt>Run by</dt>
              <dd className="font-semibold text-strong">{league.facilitatedBy}</dd>
            </div>
          </dl>
        </div>
      </a>
    </li>
  );
}
