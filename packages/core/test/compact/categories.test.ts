import { expect, test } from 'vitest'
import { categoryTitle, orderCategories } from '../../src/compact/categories.ts'

test('known categories come in their order, others by name, the uncategorised last [LS-81]', () => {
  const names = [
    'zoo',
    'uncategorised',
    'decisions',
    'area',
    'conventions',
    'operations',
    'architecture',
    'zoo',
  ]
  expect(orderCategories(names)).toEqual([
    'conventions',
    'architecture',
    'operations',
    'decisions',
    'area',
    'zoo',
    'uncategorised',
  ])
})

test('configured categories keep the order of the configuration', () => {
  const configured = [{ name: 'zoo' }, { name: 'area', title: 'The area' }]
  expect(orderCategories(['conventions', 'area', 'zoo', 'uncategorised'], configured)).toEqual([
    'zoo',
    'area',
    'conventions',
    'uncategorised',
  ])
  expect(categoryTitle('area', configured)).toBe('The area')
})

test('a title is the name with spaces and a capital, and Other for the uncategorised', () => {
  expect(categoryTitle('how-we-work')).toBe('How we work')
  expect(categoryTitle('uncategorised')).toBe('Other')
})
