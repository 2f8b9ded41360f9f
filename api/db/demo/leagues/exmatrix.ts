import { article, blog, type DemoLeague, link, video } from './shape.ts';

export const EXMATRIX: DemoLeague = {
  name: 'ExMatrix',
  description:
    'Proofs you can hold, structures you can draw and problems that stay with you on the walk home. For anyone who ever wanted the reason and not only the rule.',
  badge: {
    name: 'Q.E.D.',
    description: 'Finished every topic of the ExMatrix league, with reasons.',
  },
  weeks: [
    {
      name: 'Proof',
      description: 'What counts as a reason, and the handful of shapes a proof takes.',
      sections: [
        {
          name: 'First proofs',
          resources: [
            article('Book of Proof', 'https://richardhammack.github.io/BookOfProof/'),
            article('Mathematical induction', 'https://en.wikipedia.org/wiki/Mathematical_induction'),
            video(
              'Mathematics for Computer Science',
              'https://ocw.mit.edu/courses/6-042j-mathematics-for-computer-science-fall-2010/',
            ),
          ],
        },
        {
          name: 'Problems worth a walk',
          resources: [
            link('Project Euler', 'https://projecteuler.net/'),
            link('NRICH', 'https://nrich.maths.org/'),
            blog('Advice on mathematics, by Terence Tao', 'https://terrytao.wordpress.com/career-advice/'),
          ],
        },
      ],
    },
    {
      name: 'Structure',
      description: 'Spaces, maps and symmetries, drawn before they are defined.',
      sections: [
        {
          name: 'Linear algebra',
          resources: [
            link('Immersive Math: linear algebra', 'http://immersivemath.com/ila/'),
            video('Linear algebra, practised', 'https://www.khanacademy.org/math/linear-algebra'),
            article('Linear Algebra Done Right', 'https://linear.axler.net/'),
          ],
        },
        {
          name: 'Groups and sequences',
          resources: [
            article('Group theory', 'https://en.wikipedia.org/wiki/Group_theory'),
            link('The encyclopedia of integer sequences', 'https://oeis.org/'),
            video('3Blue1Brown', 'https://www.youtube.com/@3blue1brown'),
          ],
        },
      ],
    },
  ],
};
