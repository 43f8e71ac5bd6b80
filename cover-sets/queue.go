package coversets

// This file implements choosing by gain where gains never grow: a gain that was computed before is an upper bound, so only
// those that come first need to be computed again (Minoux 1978).

import "container/heap"

// queue holds 0..n-1 by gain, equal gains ascending.
type queue struct {
	gain  func(i int) int
	bound []int // by i: its gain when it was last asked for
	heap  []int
}

// newQueue returns a queue of 0..n-1. Later calls of gain return the same or less.
func newQueue(n int, gain func(i int) int) *queue {
	q := &queue{gain: gain, bound: make([]int, n), heap: make([]int, n)}
	for i := range n {
		q.bound[i], q.heap[i] = gain(i), i
	}
	heap.Init(q)
	return q
}

// best returns the first of those with the greatest gain, and its gain.
func (q *queue) best() (i, gain int) {
	for {
		i := q.heap[0]
		n := q.gain(i)
		if n == q.bound[i] {
			return i, n
		}
		q.bound[i] = n
		heap.Fix(q, 0)
	}
}

// pop removes the best and returns it.
func (q *queue) pop() int {
	i, _ := q.best()
	heap.Pop(q)
	return i
}

func (q *queue) Len() int { return len(q.heap) }

func (q *queue) Less(a, b int) bool {
	i, j := q.heap[a], q.heap[b]
	return q.bound[i] > q.bound[j] || q.bound[i] == q.bound[j] && i < j
}

func (q *queue) Swap(a, b int) { q.heap[a], q.heap[b] = q.heap[b], q.heap[a] }

func (q *queue) Push(x any) { q.heap = append(q.heap, x.(int)) }

func (q *queue) Pop() any {
	n := len(q.heap) - 1
	x := q.heap[n]
	q.heap = q.heap[:n]
	return x
}
