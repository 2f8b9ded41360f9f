import { nameMentor } from '../community/mentoring/naming.ts';
import { book, saveNote } from '../community/mentoring/sessions.ts';
import { offerTimes } from '../community/mentoring/slots.ts';
import { mentorSlots } from '../platform/db/schema/community.ts';
import { dayIn } from '../platform/process/product.ts';
import type { Step, Story } from './clock.ts';
import { DAY_MS, type DemoPerson, findPerson, toActorAndRequest } from './people.ts';

/** Weekly times of a Luminary: a past session with notes, two to come, and free ones. */
export function listMentoringSteps({ tx, config, secret, people, now }: Story): Step[] {
  const mailing = { db: tx, config, secret };
  const at = (days: number, run: (moment: Date) => Promise<unknown>): Step => {
    const moment = now + days * DAY_MS;
    return { at: moment, run: () => run(new Date(moment)) };
  };
  const [luminary, pioneer, learner] = ['luminary', 'pioneer', 'learner-03'].map((name) =>
    findPerson(people, name),
  ) as [DemoPerson, DemoPerson, DemoPerson];
  const day = (days: number) => dayIn(config.TIME_ZONE, new Date(now + days * DAY_MS));
  const offer = {
    ...{ day: day(-3), until: day(25), time: '18:00', timeZone: config.TIME_ZONE, minutes: 30 },
    ...{ topics: 'Code review, first projects', place: 'Library, second floor', noticeHours: 24 },
  };
  const take = async (person: DemoPerson, moment: Date, week: number, question?: string) => {
    const slots = await tx.select({ id: mentorSlots.id }).from(mentorSlots).orderBy(mentorSlots.startsAt);
    return book(mailing, person, { slotId: slots[week]?.id ?? '', question }, moment);
  };
  let past = '';
  return [
    at(-7, () => nameMentor(tx, toActorAndRequest(findPerson(people, 'grand')), luminary.id)),
    at(-6.8, (moment) => offerTimes(tx, toActorAndRequest(luminary).actor, offer, moment)),
    at(-6, async (moment) => {
      past = await take(pioneer, moment, 0, 'How do I split a long function?');
    }),
    at(-5, (moment) => take(pioneer, moment, 1, 'Can we look at my first model?')),
    at(-4, (moment) => take(learner, moment, 2)),
    at(-1.9, () => saveNote(tx, pioneer, past, 'Name the steps first, then make each one a function.')),
    at(-1.8, () => saveNote(tx, luminary, past, 'Begin with the names of his variables next time.')),
  ];
}
