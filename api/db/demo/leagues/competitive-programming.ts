import { article, blog, type DemoLeague, link, video } from './shape.ts';

export const COMPETITIVE_PROGRAMMING: DemoLeague = {
  name: 'Competitive Programming',
  description:
    'Weekly contests, calm post-mortems and a ladder of problems that climbs one honest step at a time. Speed comes last; seeing the structure comes first.',
  badge: {
    name: 'Accepted',
    description: 'Finished every topic of the Competitive Programming league, tests passed.',
  },
  weeks: [
    {
      name: 'Foundations',
      description: 'Counting steps, the standard containers, and searching what is sorted.',
      sections: [
        {
          name: 'Cost of an algorithm',
          resources: [
            article('Big O notation', 'https://en.wikipedia.org/wiki/Big_O_notation'),
            video(
              'Introduction to Algorithms',
              'https://ocw.mit.edu/courses/6-006-introduction-to-algorithms-spring-2020/',
            ),
            article("Competitive Programmer's Handbook", 'https://cses.fi/book/book.pdf'),
          ],
        },
        {
          name: 'Search and containers',
          resources: [
            article('Binary search', 'https://cp-algorithms.com/num_methods/binary_search.html'),
            article('C++ containers', 'https://en.cppreference.com/w/cpp/container'),
            link('CSES problem set', 'https://cses.fi/problemset/'),
          ],
        },
      ],
    },
    {
      name: 'Graphs and dynamic programming',
      description: 'The two ideas behind half of all contest problems.',
      sections: [
        {
          name: 'Walking a graph',
          resources: [
            article('Breadth-first search', 'https://cp-algorithms.com/graph/breadth-first-search.html'),
            article("Dijkstra's algorithm", 'https://cp-algorithms.com/graph/dijkstra.html'),
            link('Algorithms, animated', 'https://visualgo.net/en'),
          ],
        },
        {
          name: 'Dynamic programming',
          resources: [
            article(
              'Introduction to dynamic programming',
              'https://cp-algorithms.com/dynamic_programming/intro-to-dp.html',
            ),
            link('Educational DP contest', 'https://atcoder.jp/contests/dp'),
            video('Errichto on YouTube', 'https://www.youtube.com/@Errichto'),
          ],
        },
        {
          name: 'Trees over ranges',
          resources: [
            article('Segment tree', 'https://cp-algorithms.com/data_structures/segment_tree.html'),
            article(
              'Disjoint set union',
              'https://cp-algorithms.com/data_structures/disjoint_set_union.html',
            ),
            blog('USACO Guide', 'https://usaco.guide/'),
          ],
        },
      ],
    },
  ],
};
