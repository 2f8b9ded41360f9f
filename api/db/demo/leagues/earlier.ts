import { article, blog, type DemoLeague, link, video } from './shape.ts';

/** The two leagues of the earlier cohort; both are over. */
export const ML_EARLIER: DemoLeague = {
  name: 'ML League (1.0)',
  description: 'The first run of the ML league, kept for those who took part in it.',
  badge: { name: 'ML Pioneer (1.0)', description: 'Finished the first ML league.' },
  weeks: [
    {
      name: 'Getting ready',
      description: 'A language and a notebook.',
      sections: [
        {
          name: 'Python',
          resources: [
            article('The Python Tutorial', 'https://docs.python.org/3/tutorial/index.html'),
            link('Kaggle Learn', 'https://www.kaggle.com/learn'),
            article('NumPy quickstart', 'https://numpy.org/doc/stable/user/quickstart.html'),
          ],
        },
        {
          name: 'Statistics',
          resources: [
            video('Statistics and probability', 'https://www.khanacademy.org/math/statistics-probability'),
            link('Seeing Theory', 'https://seeing-theory.brown.edu/'),
            article('Standard deviation', 'https://en.wikipedia.org/wiki/Standard_deviation'),
          ],
        },
      ],
    },
    {
      name: 'Models',
      description: 'Two families and how to compare them.',
      sections: [
        {
          name: 'Nearest neighbours and clusters',
          resources: [
            article('Nearest neighbours', 'https://scikit-learn.org/stable/modules/neighbors.html'),
            article('Clustering', 'https://scikit-learn.org/stable/modules/clustering.html'),
            blog(
              'Neural networks, manifolds, and topology',
              'https://colah.github.io/posts/2014-03-NN-Manifolds-Topology/',
            ),
          ],
        },
        {
          name: 'Deep learning',
          resources: [
            article('Dive into Deep Learning', 'https://d2l.ai/'),
            article('Deep residual learning for image recognition', 'https://arxiv.org/abs/1512.03385'),
            video('Neural networks, by 3Blue1Brown', 'https://www.3blue1brown.com/topics/neural-networks'),
          ],
        },
      ],
    },
  ],
};

export const FINANCE_EARLIER: DemoLeague = {
  name: 'Finance League (1.0)',
  description: 'The first run of the Finance league, kept for those who took part in it.',
  badge: { name: 'Finance Pioneer (1.0)', description: 'Finished the first Finance league.' },
  weeks: [
    {
      name: 'Own money first',
      description: 'Saving, borrowing and the price of waiting.',
      sections: [
        {
          name: 'Interest and debt',
          resources: [
            article('Compound interest', 'https://en.wikipedia.org/wiki/Compound_interest'),
            link('Introduction to investing', 'https://www.investor.gov/introduction-investing'),
            video('Personal finance', 'https://www.khanacademy.org/college-careers-more/personal-finance'),
          ],
        },
        {
          name: 'Stocks and bonds',
          resources: [
            article('Stock', 'https://en.wikipedia.org/wiki/Stock'),
            article('Bond (finance)', 'https://en.wikipedia.org/wiki/Bond_(finance)'),
            link('Getting started', 'https://www.bogleheads.org/wiki/Getting_started'),
          ],
        },
      ],
    },
    {
      name: 'Markets',
      description: 'How a price comes about, and what it may not know.',
      sections: [
        {
          name: 'Prices and information',
          resources: [
            article(
              'Efficient-market hypothesis',
              'https://en.wikipedia.org/wiki/Efficient-market_hypothesis',
            ),
            blog('Collaborative Fund blog', 'https://collabfund.com/blog/'),
            video('Financial Markets, Yale', 'https://oyc.yale.edu/economics/econ-252-11'),
          ],
        },
        {
          name: 'Risk',
          resources: [
            article('Value at risk', 'https://en.wikipedia.org/wiki/Value_at_risk'),
            article('Black–Scholes model', 'https://en.wikipedia.org/wiki/Black%E2%80%93Scholes_model'),
            link('The Economy, an open textbook', 'https://www.core-econ.org/'),
          ],
        },
      ],
    },
  ],
};
