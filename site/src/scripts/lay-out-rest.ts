// Lays out what below-the-fold.css left out of the first frame, right after it: text that is not laid out is missing
// from `innerText`, so from programs that read the page, and a jump to it would move.
const parts = document.querySelectorAll<HTMLElement>('main > section, .event-cards > li');
let next = 0;

// One part a task, so that a touch in between is answered at once.
function layOutNext(): void {
  const part = parts[next++];
  if (!part) return;
  part.style.contentVisibility = 'visible';
  part.getBoundingClientRect();
  setTimeout(layOutNext);
}

// The time-out comes after the first frame; the callback before it.
requestAnimationFrame(() => setTimeout(layOutNext));
