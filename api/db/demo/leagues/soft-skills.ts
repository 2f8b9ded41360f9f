import { article, blog, type DemoLeague, link, video } from './shape.ts';

export const SOFT_SKILLS: DemoLeague = {
  name: 'Soft Skills',
  description:
    'Speaking, writing and listening, practised in small rooms until they stop being frightening. Bring a thing you care about and learn to explain it in two minutes.',
  badge: {
    name: 'Clear Voice',
    description: 'Finished every topic of the Soft Skills league: heard, read and understood.',
  },
  weeks: [
    {
      name: 'Speaking and listening',
      description: 'From two minutes on one idea to a conversation that goes somewhere.',
      sections: [
        {
          name: 'On a stage',
          resources: [
            video(
              'How to Speak, by Patrick Winston',
              'https://ocw.mit.edu/courses/res-tll-005-how-to-speak-january-iap-2018/',
            ),
            link('Public speaking tips', 'https://www.toastmasters.org/resources/public-speaking-tips'),
            article('Public speaking', 'https://en.wikipedia.org/wiki/Public_speaking'),
          ],
        },
        {
          name: 'In a conversation',
          resources: [
            video(
              '10 ways to have a better conversation',
              'https://www.ted.com/talks/celeste_headlee_10_ways_to_have_a_better_conversation',
            ),
            article('Active listening', 'https://en.wikipedia.org/wiki/Active_listening'),
            blog('How to ask good questions', 'https://jvns.ca/blog/good-questions/'),
          ],
        },
      ],
    },
    {
      name: 'Writing and working together',
      description: 'Sentences that say one thing, and feedback that can be used.',
      sections: [
        {
          name: 'Plain writing',
          resources: [
            article('Technical writing courses', 'https://developers.google.com/tech-writing'),
            blog('Write like you talk', 'https://paulgraham.com/talk.html'),
            article(
              'Politics and the English Language',
              'https://www.orwellfoundation.com/the-orwell-foundation/orwell/essays-and-other-works/politics-and-the-english-language/',
            ),
          ],
        },
        {
          name: 'Feedback and teams',
          resources: [
            link('re:Work, guides on teams', 'https://rework.withgoogle.com/'),
            article('Nonviolent communication', 'https://en.wikipedia.org/wiki/Nonviolent_Communication'),
            link('Purdue Online Writing Lab', 'https://owl.purdue.edu/'),
          ],
        },
      ],
    },
  ],
};
