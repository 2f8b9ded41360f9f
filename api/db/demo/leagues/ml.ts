import { article, blog, type DemoLeague, link, video } from './shape.ts';

export const ML: DemoLeague = {
  name: 'ML',
  description:
    'Data first, models second, honesty throughout. You train small things you understand, measure them properly and ship one of them where others can try it.',
  badge: {
    name: 'Model Builder',
    description: 'Finished every topic of the ML league, from the first array to a model others can use.',
  },
  assignment: {
    title: 'Train it, measure it, explain it',
    description:
      'Take a public data set of your choice. State the question, build a baseline, then one model that beats it on data it has never seen. Hand in a repository with the code, the numbers and one page on where the model fails and whom that would hurt.',
    dueInDays: 12,
  },
  weeks: [
    {
      name: 'Python and data',
      description: 'The tools, and the habit of looking at the data before anything else.',
      sections: [
        {
          name: 'Python that you will read again',
          resources: [
            article('The Python Tutorial', 'https://docs.python.org/3/tutorial/index.html'),
            video(
              'Introduction to Computer Science and Programming in Python',
              'https://ocw.mit.edu/courses/6-0001-introduction-to-computer-science-and-programming-in-python-fall-2016/',
            ),
            link('PEP 8, the style guide for Python code', 'https://peps.python.org/pep-0008/'),
            article('Virtual environments and packages', 'https://docs.python.org/3/tutorial/venv.html'),
          ],
        },
        {
          name: 'Arrays and tables',
          resources: [
            article(
              'NumPy: the absolute basics for beginners',
              'https://numpy.org/doc/stable/user/absolute_beginners.html',
            ),
            article('Broadcasting', 'https://numpy.org/doc/stable/user/basics.broadcasting.html'),
            article('10 minutes to pandas', 'https://pandas.pydata.org/docs/user_guide/10min.html'),
            link('Learn pandas, with exercises', 'https://www.kaggle.com/learn/pandas'),
          ],
        },
        {
          name: 'Looking before modelling',
          resources: [
            article(
              'Matplotlib quick start guide',
              'https://matplotlib.org/stable/users/explain/quick_start.html',
            ),
            article(
              'Working with missing data',
              'https://pandas.pydata.org/docs/user_guide/missing_data.html',
            ),
            link('Seeing Theory: a visual introduction to statistics', 'https://seeing-theory.brown.edu/'),
            article('Exploratory data analysis', 'https://en.wikipedia.org/wiki/Exploratory_data_analysis'),
          ],
        },
      ],
    },
    {
      name: 'First models',
      description: 'Linear models, trees, and the one rule: never judge a model on what it has seen.',
      sections: [
        {
          name: 'What learning from data means',
          resources: [
            link(
              'A visual introduction to machine learning',
              'http://www.r2d3.us/visual-intro-to-machine-learning-part-1/',
            ),
            article(
              'Machine Learning Crash Course',
              'https://developers.google.com/machine-learning/crash-course',
            ),
            video('StatQuest: an index of all videos', 'https://statquest.org/video-index/'),
            article(
              'Getting started with scikit-learn',
              'https://scikit-learn.org/stable/getting_started.html',
            ),
          ],
        },
        {
          name: 'Linear and logistic regression',
          resources: [
            article('Linear models', 'https://scikit-learn.org/stable/modules/linear_model.html'),
            link(
              'Linear regression, explained with pictures',
              'https://mlu-explain.github.io/linear-regression/',
            ),
            link(
              'Logistic regression, explained with pictures',
              'https://mlu-explain.github.io/logistic-regression/',
            ),
            video(
              'Linear Algebra, lectures by Gilbert Strang',
              'https://ocw.mit.edu/courses/18-06-linear-algebra-spring-2010/',
            ),
          ],
        },
        {
          name: 'Trees and forests',
          resources: [
            article('Decision trees', 'https://scikit-learn.org/stable/modules/tree.html'),
            article(
              'Ensembles: forests and boosting',
              'https://scikit-learn.org/stable/modules/ensemble.html',
            ),
            link('Random forest, explained with pictures', 'https://mlu-explain.github.io/random-forest/'),
            video('StatQuest with Josh Starmer', 'https://www.youtube.com/@statquest'),
          ],
        },
      ],
    },
    {
      name: 'Measuring honestly',
      description: 'Baselines, leakage, the right number to report, and who pays when it is wrong.',
      sections: [
        {
          name: 'Splits and cross-validation',
          resources: [
            article('Cross-validation', 'https://scikit-learn.org/stable/modules/cross_validation.html'),
            article('Common pitfalls', 'https://scikit-learn.org/stable/common_pitfalls.html'),
            link('Train, test and validation sets', 'https://mlu-explain.github.io/train-test-validation/'),
            article('Overfitting', 'https://en.wikipedia.org/wiki/Overfitting'),
          ],
        },
        {
          name: 'Choosing a metric',
          resources: [
            article('Metrics and scoring', 'https://scikit-learn.org/stable/modules/model_evaluation.html'),
            link(
              'Precision and recall, explained with pictures',
              'https://mlu-explain.github.io/precision-recall/',
            ),
            article('Confusion matrix', 'https://en.wikipedia.org/wiki/Confusion_matrix'),
            link('ROC and AUC, explained with pictures', 'https://mlu-explain.github.io/roc-auc/'),
          ],
        },
        {
          name: 'Fairness and documentation',
          resources: [
            article('Fairness and Machine Learning, the book', 'https://fairmlbook.org/'),
            article('Model Cards for Model Reporting', 'https://arxiv.org/abs/1810.03993'),
            article('Datasheets for Datasets', 'https://arxiv.org/abs/1803.09010'),
            link('People + AI Guidebook', 'https://pair.withgoogle.com/guidebook/'),
          ],
        },
      ],
    },
    {
      name: 'Neural networks, and shipping one',
      description: 'Back-propagation by hand, attention by picture, and a model behind an address.',
      sections: [
        {
          name: 'How a network learns',
          resources: [
            video('Neural networks, by 3Blue1Brown', 'https://www.3blue1brown.com/topics/neural-networks'),
            blog('Calculus on computational graphs', 'https://colah.github.io/posts/2015-08-Backprop/'),
            link('A neural network playground', 'https://playground.tensorflow.org/'),
            video('Neural Networks: Zero to Hero', 'https://karpathy.ai/zero-to-hero.html'),
          ],
        },
        {
          name: 'Training that works',
          resources: [
            blog('A recipe for training neural networks', 'https://karpathy.github.io/2019/04/25/recipe/'),
            article(
              'Learn the basics of PyTorch',
              'https://pytorch.org/tutorials/beginner/basics/intro.html',
            ),
            article('Adam: a method for stochastic optimization', 'https://arxiv.org/abs/1412.6980'),
            article('Why momentum really works', 'https://distill.pub/2017/momentum/'),
          ],
        },
        {
          name: 'Attention, and a model in use',
          resources: [
            blog('The Illustrated Transformer', 'https://jalammar.github.io/illustrated-transformer/'),
            article('Attention Is All You Need', 'https://arxiv.org/abs/1706.03762'),
            article(
              'Rules of machine learning',
              'https://developers.google.com/machine-learning/guides/rules-of-ml',
            ),
            link('FastAPI: put a model behind an address', 'https://fastapi.tiangolo.com/'),
          ],
        },
      ],
    },
  ],
};
