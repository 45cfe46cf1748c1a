;; Ricochet Robots: a robot slides until something stops it.
(define (domain ricochet-robots)
  (:requirements :typing :adl :action-costs)
  (:types robot cell direction - object)

  (:predicates
    (next ?from - cell ?to - cell ?side - direction)  ; the cell on a side
    (blocked ?at - cell ?side - direction)            ; a wall, a block or the border
    (at ?who - robot ?at - cell)
    (free ?at - cell)                                 ; no robot is there
    (nothing-is-moving)
    (is-moving ?who - robot ?side - direction))

  ;; Whoever counts slides sets the first to 1, and the others to 0.
  (:functions
    (total-cost) - number
    (go-cost) - number
    (step-cost) - number
    (stop-cost) - number)

  (:action go
    :parameters (?who - robot ?side - direction)
    :precondition (nothing-is-moving)
    :effect (and
      (not (nothing-is-moving))
      (is-moving ?who ?side)
      (increase (total-cost) (go-cost))))

  (:action step
    :parameters (?who - robot ?from - cell ?to - cell ?side - direction)
    :precondition (and
      (is-moving ?who ?side)
      (at ?who ?from)
      (next ?from ?to ?side)
      (not (blocked ?from ?side))
      (free ?to))
    :effect (and
      (not (at ?who ?from))
      (at ?who ?to)
      (not (free ?to))
      (free ?from)
      (increase (total-cost) (step-cost))))

  (:action stop-at-barrier
    :parameters (?who - robot ?at - cell ?side - direction)
    :precondition (and
      (is-moving ?who ?side)
      (at ?who ?at)
      (blocked ?at ?side))
    :effect (and
      (not (is-moving ?who ?side))
      (nothing-is-moving)
      (increase (total-cost) (stop-cost))))

  (:action stop-at-robot
    :parameters (?who - robot ?at - cell ?beyond - cell ?side - direction)
    :precondition (and
      (is-moving ?who ?side)
      (at ?who ?at)
      (next ?at ?beyond ?side)
      (not (free ?beyond)))
    :effect (and
      (not (is-moving ?who ?side))
      (nothing-is-moving)
      (increase (total-cost) (stop-cost)))))
